import { type ErrorCode, fieldCodeOf, fieldTexts } from '#models/contract/errors';
import { ApiError } from './api-error';
import { i18n } from './i18n';
import { isOffline, isUnreachableError } from './reachability';
import { toast } from './toasts';

const reported = new WeakSet<object>();

/** Codes whose words say what a status means, where the answer has neither words nor a code. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_body',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** What went wrong, in the reader's language: English as the server says it, else by its code; '' where neither is known. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  if (error.code === 'offline' || error.code === 'timeout') return i18n.t(`failure.${error.code}`, { ns: 'common' });
  if (i18n.language === 'en' && error.message) return error.message;
  return error.code === 'unexpected' ? error.message : i18n.t(`codes.${error.code}`, { ns: 'errors', defaultValue: error.message });
}

function statusText(status: number): string {
  const code = codeByStatus[status];
  return code ? i18n.t(`codes.${code}`, { ns: 'errors' }) : '';
}

/** The one 401 that is about what was typed, not about the token. */
const isWrongPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'wrong_password';

/** The global text of a failure (specification, section 8), and how it is said. */
export function globalFailure(error: unknown): { kind: 'error' | 'warning'; text: string } {
  const t = i18n.getFixedT(null, 'common');
  const status = error instanceof ApiError ? error.status : 0;
  const message = failureText(error) || statusText(status);
  if (status === 400 || status === 403 || status === 404) return { kind: 'error', text: t('failure.status', { status, message }) };
  if (status === 401 && !isWrongPassword(error)) return { kind: 'warning', text: t('failure.unauthorized') };
  if (status === 500) return { kind: 'error', text: t('failure.server') };
  return { kind: 'error', text: message || t('failure.unknown') };
}

/** Not every form has a place for what is wrong with a field: hidden characters are worth saying, since nobody sees them. */
const hiddenCharacters = (error: unknown): string | undefined =>
  error instanceof ApiError && Object.values(error.fields).includes(fieldTexts.bad_characters)
    ? fieldText(fieldTexts.bad_characters)
    : undefined;

/** Of what cannot be done without a network, the network is what to say, whatever it was. */
const needsConnection = (error: unknown): string | undefined =>
  isOffline() && isUnreachableError(error) ? i18n.t('failure.needsConnection', { ns: 'common' }) : undefined;

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * One failure, one toast: the area's own text where it has one, else the global one. A 401 also leads to the login. `streamId`:
 * the id of the toast in whose place it stands, such as the one that said that it is being tried.
 */
export function reportFailure(error: unknown, areaText?: string, toastId?: string): void {
  if (isAborted(error)) return;
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  const { kind, text } = globalFailure(error);
  const unauthorized = error instanceof ApiError && error.status === 401 && !isWrongPassword(error);
  if (unauthorized) toast(kind, text, { id: toastId ?? 'unauthorized', link: { to: '/login', label: i18n.t('login', { ns: 'common' }) } });
  else toast(kind, hiddenCharacters(error) ?? needsConnection(error) ?? areaText ?? text, { id: toastId ?? areaText ?? text });
}

/** A field's error in the reader's language; a text that is none of the contract's stays as it is. */
export function fieldText(text: string): string {
  const code = fieldCodeOf(text);
  return code ? i18n.t(`fields.${code}`, { ns: 'errors' }) : text;
}
