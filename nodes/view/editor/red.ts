/** What the view uses of Node-RED's editor. */
export interface Red {
  readonly comms: {
    subscribe(topic: string, listener: () => void): void;
    unsubscribe(topic: string, listener: () => void): void;
  };
  readonly events: {
    on(event: string, listener: (news: unknown) => void): void;
    off(event: string, listener: (news: unknown) => void): void;
  };
  readonly i18n: { lang(): string };
  readonly nodes: {
    node(id: string): EditorNode | null;
    subflow(id: string): { readonly id: string; readonly name: string } | undefined | null;
    workspace(id: string): { readonly disabled?: boolean } | undefined | null;
    eachNode(visit: (node: EditorNode) => void): void;
  };
  readonly user: { hasPermission(permission: string): boolean };
  readonly view: { selection(): { readonly nodes?: readonly EditorNode[] } };
  notify(content: HTMLElement, options: object): { close(): void };
}

export interface EditorNode {
  readonly id: string;
  readonly type: string;
  /** The flow it is on. */
  readonly z: string;
  readonly name?: string;
  /** Disabled. */
  readonly d?: boolean;
}

interface Ajax {
  (request: object): {
    then(
      done: (answer: never) => void,
      failed: (response: { readonly status: number; readonly responseJSON?: unknown }) => void,
    ): void;
  };
}

/** The editor's own way of asking, which brings the token of whoever has logged in. */
declare const $: { readonly ajax: Ajax };

export class RequestError extends Error {
  constructor(
    readonly status: number,
    /** What it is, for a program. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function request<T>(method: 'GET' | 'POST', url: string, body?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const data = body === undefined ? undefined : JSON.stringify(body);
    const send = { method, url, data, contentType: 'application/json', dataType: 'json', timeout: 10_000 };
    $.ajax(send).then(
      (answer) => resolve(answer),
      ({ status, responseJSON }) => {
        const { error = '', message = '' } = (responseJSON ?? {}) as { error?: string; message?: string };
        reject(new RequestError(status, error, message));
      },
    );
  });
}

export const psmfTypes = ['psmf-impute', 'psmf-filter', 'psmf-changepoint'];
export const isPsmf = ({ type }: { readonly type: string }): boolean => psmfTypes.includes(type);
