export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

/** Whether this browser has a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/**
 * Opens the browser's share sheet. Resolves to 'cancelled' also if it failed (neither is reported), and to 'unsupported' if there
 * is none.
 */
export async function shareLink(shared: SharedLink): Promise<'shared' | 'cancelled' | 'unsupported'> {
  if (!canShare()) return 'unsupported';
  try {
    await navigator.share(shared);
    return 'shared';
  } catch {
    return 'cancelled';
  }
}

/** Copies by selection, for pages without a secure context and browsers that refuse the clipboard. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const before = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Append inside an open dialog, since it traps the focus.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** Copies an address to the clipboard; resolves to whether it worked. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return copyBySelection(url);
  }
}

/** The absolute URL of a path of this app. */
export const addressOf = (path: string): string => new URL(path, window.location.origin).href;
