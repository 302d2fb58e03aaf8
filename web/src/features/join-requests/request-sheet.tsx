import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinRequest } from '#models/contract/join-requests';
import css from './join-requests.module.css';
import { RequestDetail, type RequestDetailProps } from './request-detail';

const classNames = { inner: css.sheetPlace ?? '', content: css.sheet ?? '' };

interface RequestSheetProps extends Omit<RequestDetailProps, 'request'> {
  /** Request to show; undefined closes the sheet. */
  request: JoinRequest | undefined;
  onClose: () => void;
}

/** Request detail on phones, in a sheet from the bottom. */
export default function RequestSheet({ request, onClose, ...rest }: RequestSheetProps) {
  const { t } = useTranslation(['join-requests', 'common']);
  const last = useRef(request);
  if (request) last.current = request;
  return (
    <Drawer.Root opened={request !== undefined} onClose={onClose} position="bottom" size="auto" classNames={classNames}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('join-requests:detail')}>
        <Drawer.Body>
          <Drawer.CloseButton className={css.close} aria-label={t('common:close')} size={44} />
          {last.current && <RequestDetail {...rest} request={last.current} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
