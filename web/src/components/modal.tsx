// Dialogs with their styles: import lazily, they are loaded on first use.
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Remove the banner role of the dialog's header. */
const plainHeader = { header: { role: 'presentation' } };

/**
 * A dialog with a title and a close button, mounted open and unmounted to close. Mantine restores the focus only for dialogs that
 * close while mounted, so this restores it by hand.
 */
export function Modal({ title, ...props }: Omit<ModalProps, 'opened'>) {
  const { t } = useTranslation();
  const [before] = useState(() => document.activeElement);
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      queueMicrotask(() => {
        const isLost = !document.activeElement || document.activeElement === document.body;
        if (!isOpen.current && isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [before]);
  return (
    <MantineModal
      opened
      title={<span className="h2">{title}</span>}
      closeButtonProps={{ 'aria-label': t('close') }}
      {...props}
      attributes={plainHeader}
    />
  );
}
