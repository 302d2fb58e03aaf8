import { ActionIcon, Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Society } from '#models/contract/societies';
import { useWide } from '@/lib/use-wide';
import { useShareDialog } from './society-parts';

/** Button that opens the share dialog of a society. */
export function ShareButton({ society }: { society: Society }) {
  const { t } = useTranslation('societies');
  const [dialog, open] = useShareDialog({ society });
  const shared = { 'aria-label': t('header.shareOne', { society: society.Name }), 'aria-haspopup': 'dialog', onClick: open } as const;
  const icon = <IconShare3 size={17} stroke={1.75} className="flip" aria-hidden="true" />;
  return (
    <>
      {useWide() ? (
        <Button variant="default" leftSection={icon} {...shared}>
          {t('header.share')}
        </Button>
      ) : (
        <ActionIcon variant="default" size={44} {...shared}>
          {icon}
        </ActionIcon>
      )}
      {dialog}
    </>
  );
}
