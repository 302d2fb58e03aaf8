import type { ErrorCode } from '#models/contract/error-codes';
import { fieldCodeOf, fieldTexts } from '#models/contract/field-texts';
import { ApiError } from './api-error';
import { i18n } from './i18n';
import { isOffline, isUnreachableError } from './reachability';
import { toast } from './toasts';

const reported = new WeakSet<object>();

/** Error codes whose texts explain a status, for answers with neither a message nor a code. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_body',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** An error's text in the reader's language: the server's message in English, else the text of its code; '' without either. */
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

/** The only 401 that does not mean an expired token. */
const isWrongPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'wrong_password';

/** The global text of a failure (specification, section 8) and its kind of toast. */
export function globalFailure(error: unknown): { kind: 'error' | 'warning'; text: string } {
  const t = i18n.getFixedT(null, 'common');
  const status = error instanceof ApiError ? error.status : 0;
  const message = failureText(error) || statusText(status);
  if (status === 400 || status === 403 || status === 404) return { kind: 'error', text: t('failure.status', { status, message }) };
  if (status === 401 && !isWrongPassword(error)) return { kind: 'warning', text: t('failure.unauthorized') };
  if (status === 500) return { kind: 'error', text: t('failure.server') };
  return { kind: 'error', text: message || t('failure.unknown') };
}

/** The text for hidden characters in a field: nobody sees these, and not every form shows field errors. */
const hiddenCharacters = (error: unknown): string | undefined =>
  error instanceof ApiError && Object.values(error.fields).includes(fieldTexts.bad_characters)
    ? fieldText(fieldTexts.bad_characters)
    : undefined;

/** The text for a failure without a network; it replaces the area's own text. */
const needsConnection = (error: unknown): string | undefined =>
  isOffline() && isUnreachableError(error) ? i18n.t('failure.needsConnection', { ns: 'common' }) : undefined;

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * Shows one toast per failure: the area's own text if it has one, else the global one. A 401 also links to the login.
 * `toastId` names a toast to replace, such as a 'saving' one.
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

/** A field's error in the reader's language; texts outside the contract are returned unchanged. */
export function fieldText(text: string): string {
  const code = fieldCodeOf(text);
  return code ? i18n.t(`fields.${code}`, { ns: 'errors' }) : text;
}
