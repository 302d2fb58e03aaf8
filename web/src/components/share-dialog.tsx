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
  /** Label of the address field. */
  label: string;
  /** The shared link; its text is cut. */
  shared: SharedLink;
  /** Called when the link is shared or copied. */
  onShared?: () => void;
  onClose: () => void;
}

/**
 * Shares a link through the browser's share sheet or by copying it. Awaits nothing before, since the share sheet needs a fresh
 * user gesture. Ignores a cancelled or failed share.
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
    <Modal onClose={onClose} closeOnClickOutside={false} title={title}>
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
