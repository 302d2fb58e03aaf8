import './needs-connection.css';
import { i18n } from '@/lib/i18n';
import { watchOffline } from '@/lib/reachability';
import { toast } from '@/lib/toasts';

/** Set in JSX on each control that works with a connection only; `BusyButton` sets it by itself. */
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

/** Writes nothing that is there already: each write wakes the observer. */
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

/** The words that every marked control points to. */
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

/** A press does nothing but say why; a tooltip is not seen on a phone. */
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
 * While the server is out of reach, shows each control that needs it as disabled, with the reason as its description; it can
 * still be focused. Done in the page instead of in each component, so that a new control has only to name itself by
 * `data-online`. Answers how to stop.
 */
export function markControls(): () => void {
  const stop = watchOffline(change);
  return () => {
    stop();
    change(false);
  };
}
