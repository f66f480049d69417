type Content = Node | string | null;

/** An element with its attributes and content; text stays text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  for (const part of content) if (part !== null) made.append(part);
  return made;
}

export const icon = (name: string): HTMLElement =>
  element('i', { class: `fa fa-${name}`, 'aria-hidden': 'true' });

/** A button with an icon and words. */
export function button(iconName: string, label: string, pressed: () => void): HTMLButtonElement {
  const made = element(
    'button',
    { type: 'button', class: 'red-ui-button red-ui-button-small' },
    icon(iconName),
    ` ${label}`,
  );
  made.addEventListener('click', pressed);
  return made;
}

/** Sets a text only where it is another: a page that changes nothing repaints nothing. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
