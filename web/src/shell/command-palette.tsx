import { useEffect } from 'react';
import { lazyDialog } from '@/components/lazy-dialog';

const useDialog = lazyDialog(() => import('./command-palette-dialog'), 'search');

const isShortcut = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyK';

/** Opens the command palette by Ctrl K or ⌘K, also on keyboards with Arabic letters; not over another dialog. */
export function CommandPaletteShortcut() {
  const [dialog, open] = useDialog({});
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"]')) open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return dialog;
}
