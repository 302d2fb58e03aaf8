export interface SharedLink {
  title: string;
  text: string;
  url: string;
}

/** Whether this browser has a share sheet of its own. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/**
 * Opens the browser's own share sheet: whether it was shared, or not (called off or failed, of which nobody is told), or
 * 'unsupported' where there is none.
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

/** The way of old, for pages without a secure context and browsers that refuse the clipboard. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const before = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside a dialog, so that its hold on the focus is not broken.
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

/** Puts an address into the clipboard; answers whether it is there. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return copyBySelection(url);
  }
}

/** The whole address of a path of this app, as others open it. */
export const addressOf = (path: string): string => new URL(path, window.location.origin).href;
