import type { Request, Response } from 'express';
import type { NodeAPI } from 'node-red';
import { errorOf, PsmfError } from '../../src/errors';
import type { Answer } from '../../src/stream/stream-model';
import { reportOn } from '../message/report';
import { describeView, listKeys, type ViewRequest } from './describe-view';
import type { NodeView, ViewCommand } from './node-view';
import { describeTogether } from './together';

/** Rows sent at most. */
const MOST_ROWS = 100;
const COMMANDS: readonly ViewCommand[] = ['reset', 'export', 'import', 'forget'];

/** Where the editor finds the views of a type's nodes. */
const pathOf = (type: string): string => `/psmf/${type}/:id`;
/** What the editor is told news by: the version of the view, no readings, as this reaches whoever may see a status. */
const topicOf = (id: string): string => `psmf/view/${id}`;

/** The views of the nodes of one type, by node; open to those who may read, and for writing, write, in the editor. */
export class ViewEndpoints<A extends Answer> {
  readonly #views = new Map<string, NodeView<A>>();
  readonly #publish: (topic: string, version: number) => void;

  constructor(RED: NodeAPI, type: string) {
    this.#publish = (topic, version) => RED.comms.publish(topic, { version }, false);
    const mayRead = RED.auth.needsPermission('psmf.read');
    const mayWrite = RED.auth.needsPermission('psmf.write');
    const path = pathOf(type);
    RED.httpAdmin.get(path, mayRead, (request, response) => this.#show(request, response));
    RED.httpAdmin.get(`${path}/keys`, mayRead, (request, response) => this.#listKeys(request, response));
    RED.httpAdmin.get(`${path}/together`, mayRead, (request, response) =>
      this.#showTogether(request, response),
    );
    RED.httpAdmin.get(`${path}/report`, mayRead, (request, response) => this.#report(request, response));
    RED.httpAdmin.post(`${path}/pause`, mayWrite, (request, response) => this.#pause(request, response));
    RED.httpAdmin.post(`${path}/ask`, mayWrite, (request, response) => this.#ask(request, response));
  }

  open(id: string, view: (publish: (version: number) => void) => NodeView<A>): NodeView<A> {
    const opened = view((version) => this.#publish(topicOf(id), version));
    this.#views.set(id, opened);
    return opened;
  }

  close(id: string): void {
    this.#views.get(id)?.close();
    this.#views.delete(id);
  }

  /** The view of the node in the path; null, and the request is answered, if that does not run. */
  #find(request: Request, response: Response): NodeView<A> | null {
    const view = this.#views.get(String(request.params.id)) ?? null;
    if (view === null) response.status(404).json({ error: 'not-running' });
    return view;
  }

  /** A node that is not deployed yet is no failure: its dialog asks as well. */
  #show(request: Request, response: Response): void {
    const view = this.#views.get(String(request.params.id));
    if (view === undefined) {
      response.json({ running: false });
      return;
    }
    const key = textOf(request.query.key);
    if (key !== null && !view.isInView(key) && !isThere(view, key)) refuseKey(response);
    else
      response
        .set('Cache-Control', 'no-store')
        .json(describeView(view, view.watch(key), readRequest(request)));
  }

  #listKeys(request: Request, response: Response): void {
    const view = this.#find(request, response);
    if (view === null) return;
    response
      .set('Cache-Control', 'no-store')
      .json(listKeys(view.watched.keys(), textOf(request.query.search) ?? ''));
  }

  #showTogether(request: Request, response: Response): void {
    const view = this.#find(request, response);
    if (view === null) return;
    const key = textOf(request.query.key);
    const model = key === null || view.isInView(key) ? view.watch(key) : null;
    response.set('Cache-Control', 'no-store').json(describeTogether(model));
  }

  #report(request: Request, response: Response): void {
    const view = this.#find(request, response);
    if (view === null) return;
    const key = textOf(request.query.key) ?? view.first?.key ?? '';
    const viewed = view.watched.model(key);
    if (viewed === null) {
      refuseKey(response);
      return;
    }
    try {
      const report = reportOn(viewed.model, key, textOf(request.query.language) ?? '');
      response.set('Cache-Control', 'no-store').json(report);
    } catch (error) {
      refuse(response, errorOf(error));
    }
  }

  #pause(request: Request, response: Response): void {
    const view = this.#find(request, response);
    if (view === null) return;
    view.isPaused = (bodyOf(request).isPaused ?? true) === true;
    response.json({ isPaused: view.isPaused });
  }

  #ask(request: Request, response: Response): void {
    const view = this.#find(request, response);
    if (view === null) return;
    const { command, key, value } = bodyOf(request);
    if (!COMMANDS.includes(command as ViewCommand) || typeof key !== 'string') {
      response
        .status(400)
        .json({ error: 'BAD_REQUEST', message: `expected one of ${COMMANDS.join(', ')}, and a key` });
    } else if (!isThere(view, key)) {
      refuseKey(response);
    } else {
      view.watched.ask(command as ViewCommand, key, value).then(
        (result) => response.json({ result: result ?? null }),
        (error: unknown) => refuse(response, errorOf(error)),
      );
    }
  }
}

function refuse(response: Response, error: Error): void {
  const code = error instanceof PsmfError ? error.code : 'FAILED';
  response.status(400).json({ error: code, message: error.message });
}

const refuseKey = (response: Response): void => void response.status(404).json({ error: 'no-such-key' });

const isThere = <A extends Answer>({ watched }: NodeView<A>, key: string): boolean =>
  watched.model(key) !== null;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const bodyOf = (request: Request): Readonly<Record<string, unknown>> =>
  (request.body ?? {}) as Readonly<Record<string, unknown>>;

function readRequest({ query }: Request): ViewRequest {
  return {
    search: textOf(query.search) ?? '',
    from: readCount(query.from, Number.MAX_SAFE_INTEGER),
    count: readCount(query.count, MOST_ROWS),
    sensor: textOf(query.sensor),
    known: Number(query.known ?? 0),
  };
}

function readCount(value: unknown, most: number): number {
  const count = Number(value ?? 0);
  return Number.isSafeInteger(count) && count >= 0 ? Math.min(count, most) : 0;
}
