import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from './lazy-dialog';

type LoadDialog = () => Promise<{ default: ComponentType<{ onClose: () => void }> }>;

/**
 * Makes a button that opens the explanation of a card's formula; the dialog is loaded on first use.
 *
 * @param area of its texts
 */
export function formulaButton(load: LoadDialog, area: string) {
  const useDialog = lazyDialog(load, area);
  return function FormulaButton({ className = '' }: { className?: string | undefined }) {
    const { t } = useTranslation('cards');
    const [dialog, open] = useDialog({});
    return (
      <>
        <button type="button" className={`link ${className}`} aria-haspopup="dialog" onClick={open}>
          {t('how')}
        </button>
        {dialog}
      </>
    );
  };
}
