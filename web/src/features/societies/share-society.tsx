import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import ShareDialog from '@/components/share-dialog';
import { addressOf } from '@/lib/share';

interface ShareSocietyProps {
  society: Pick<Society, 'ID' | 'Name' | 'Description'>;
  onClose: () => void;
}

/** Share dialog of a society. */
export default function ShareSociety({ society: { ID, Name, Description }, onClose }: ShareSocietyProps) {
  const { t } = useTranslation('society');
  return (
    <ShareDialog
      title={t('share.title')}
      label={t('share.link')}
      shared={{ title: Name, text: Description, url: addressOf(`/societies/${ID}`) }}
      onClose={onClose}
    />
  );
}
