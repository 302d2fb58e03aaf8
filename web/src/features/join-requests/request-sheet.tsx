import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import { RequestDetail } from './request-detail';
import type { RowActions } from './request-row';

interface RequestSheetProps {
  request: JoinRequest;
  onDecide: RowActions['onDecide'];
  onClose: () => void;
}

/** The detail on phones: it comes up from the bottom, under the thumb. */
export default function RequestSheet({ request, onDecide, onClose }: RequestSheetProps) {
  const { t } = useTranslation(['join-requests', 'common']);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      radius="lg"
      title={<span className="h3">{t('join-requests:detail')}</span>}
      closeButtonProps={{ 'aria-label': t('common:close'), size: 44 }}
    >
      <RequestDetail request={request} onDecide={onDecide} />
    </Drawer>
  );
}
