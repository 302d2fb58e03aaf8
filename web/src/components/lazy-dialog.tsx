import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { withTexts } from '@/lib/i18n';
import { useLazyOpen } from '@/lib/use-lazy-open';

/**
 * Declares a dialog that is loaded on first use, with the texts of its areas. Returns a hook of the dialog's props: the dialog,
 * and a function that opens it.
 */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<{ default: ComponentType<P> }>, ...areas: string[]) {
  const loadAll = withTexts(load, ...areas);
  const Dialog = lazy(loadAll);
  return function useDialog(props: Omit<P, 'onClose'>): [dialog: ReactNode, open: () => void] {
    const { isOpen, open, close } = useLazyOpen(loadAll);
    return [<Suspense key="dialog">{isOpen && <Dialog {...({ ...props, onClose: close } as P)} />}</Suspense>, open];
  };
}
