import './needs-connection.css';
import { i18n } from '@/lib/i18n';
import { watchOffline } from '@/lib/reachability';
import { toast } from '@/lib/toasts';

/** Set in JSX on each control that works only online; `BusyButton` sets it by itself. */
const wanting = '[data-online]:not(:disabled)';
const marked = '[data-offline]';
const describedBy = 'aria-describedby';
const descriptionId = 'needs-connection';

/** Attributes of a control before it was marked. */
const original = new WeakMap<Element, { disabled: string | null; title: string | null }>();

const restore = (control: Element, name: string, value: string | null | undefined): void => {
  if (value === null || value === undefined) control.removeAttribute(name);
  else control.setAttribute(name, value);
};

/** Sets an attribute only if it differs, since each write triggers the observer. */
function set(control: Element, name: string, value: string): void {
  if (control.getAttribute(name) !== value) control.setAttribute(name, value);
}

const idsOf = (control: Element): string[] =>
  (control.getAttribute(describedBy) ?? '').split(' ').filter((id) => id && id !== descriptionId);

function mark(control: Element, words: string): void {
  if (!control.matches(marked))
    original.set(control, { disabled: control.getAttribute('aria-disabled'), title: control.getAttribute('title') });
  const title = original.get(control)?.title;
  set(control, 'data-offline', 'true');
  set(control, 'aria-disabled', 'true');
  set(control, 'title', title ? `${title}: ${words}` : words);
  set(control, describedBy, [...idsOf(control), descriptionId].join(' '));
}

function unmark(control: Element): void {
  const { disabled, title } = original.get(control) ?? {};
  control.removeAttribute('data-offline');
  restore(control, 'aria-disabled', disabled);
  restore(control, 'title', title);
  restore(control, describedBy, idsOf(control).join(' ') || null);
}

/** Creates or updates the description that every marked control refers to. */
function describe(words: string): HTMLElement {
  const description = document.getElementById(descriptionId) ?? document.createElement('p');
  description.id = descriptionId;
  description.hidden = true;
  if (description.textContent !== words) description.textContent = words;
  if (!description.isConnected) document.body.append(description);
  return description;
}

function markAll(): void {
  const words = i18n.t('offline.needs', { ns: 'common' });
  describe(words);
  for (const control of document.querySelectorAll(`${marked}:is(:not([data-online]), :disabled)`)) unmark(control);
  for (const control of document.querySelectorAll(wanting)) mark(control, words);
}

/** Blocks a click and shows the reason as a toast, since phones show no tooltip. */
function refuse(event: Event): void {
  if (!(event.target instanceof Element) || !event.target.closest(marked)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const words = i18n.t('failure.needsConnection', { ns: 'common' });
  toast('warning', words, { id: words });
}

const observer = new MutationObserver(markAll);
const observed = { childList: true, subtree: true, attributeFilter: ['data-online', 'aria-disabled', 'disabled'] };

function change(isOffline: boolean): void {
  if (isOffline) {
    markAll();
    observer.observe(document.body, observed);
    document.addEventListener('click', refuse, true);
    i18n.on('languageChanged', markAll);
    return;
  }
  observer.disconnect();
  document.removeEventListener('click', refuse, true);
  i18n.off('languageChanged', markAll);
  for (const control of document.querySelectorAll(marked)) unmark(control);
  document.getElementById(descriptionId)?.remove();
}

/**
 * Marks each control that needs the server as disabled while offline, with the reason as its description; it stays focusable.
 * Done in the DOM instead of in each component, so a new control only needs `data-online`. Returns a function that stops.
 */
export function markControls(): () => void {
  const stop = watchOffline(change);
  return () => {
    stop();
    change(false);
  };
}
