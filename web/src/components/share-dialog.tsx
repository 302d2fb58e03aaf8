import { Button } from '@mantine/core';
import { IconCopy, IconShare3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canShare, copyLink, type SharedLink, shareLink } from '@/lib/share';
import { toast } from '@/lib/toasts';
import { TextInput } from './fields';
import { Modal } from './modal';
import css from './share-dialog.module.css';

const longestText = 140;

interface ShareDialogProps {
  title: string;
  /** What its address is called. */
  label: string;
  /** What is passed on; of its text the beginning. */
  shared: SharedLink;
  /** It is being passed on, one way or the other. */
  onShared?: () => void;
  onClose: () => void;
}

/**
 * Passes something on: through the browser, or by its address. The browser's own windows open only while the press is fresh,
 * so nobody waits for anything; a share that was called off or failed is nobody's concern.
 */
export default function ShareDialog({ title, label, shared, onShared, onClose }: ShareDialogProps) {
  const { t } = useTranslation(['share', 'common']);
  const { url } = shared;
  const share = () => {
    onShared?.();
    void shareLink({ ...shared, text: shared.text.slice(0, longestText) });
  };
  const copy = async () => {
    onShared?.();
    if (!(await copyLink(url))) return;
    toast('success', t('share:copied'));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={<span className="h2">{title}</span>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={css.share}>
        <TextInput readOnly dir="ltr" label={label} value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
        <Button data-autofocus leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />} onClick={() => void copy()}>
          {t('share:copy')}
        </Button>
        <Button
          variant="default"
          disabled={!canShare()}
          leftSection={<IconShare3 size={18} stroke={1.75} className="flip" aria-hidden="true" />}
          onClick={share}
        >
          {t('share:native')}
        </Button>
        {!canShare() && <p className="small dim">{t('share:unsupported')}</p>}
      </div>
    </Modal>
  );
}
