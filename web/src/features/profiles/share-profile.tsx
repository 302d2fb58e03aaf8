import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addressOf, copyLink, shareLink } from '@/lib/share';
import { toast } from '@/lib/toasts';

/** Button that shares a profile's URL by the browser's share dialog, or copies it. */
export function ShareProfile({ of: { ID, Name } }: { of: { ID: string; Name: string } }) {
  const { t } = useTranslation('profiles');
  const share = async () => {
    const url = addressOf(`/users/${ID}`);
    if ((await shareLink({ title: Name, text: t('shareText', { name: Name }), url })) !== 'unsupported') return;
    const isCopied = await copyLink(url);
    toast(isCopied ? 'success' : 'error', isCopied ? t('copied') : t('notCopied'), { id: 'copied' });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconShare3 size={18} stroke={1.75} className="flip" aria-hidden="true" />}
      onClick={() => void share()}
    >
      {t('share')}
    </Button>
  );
}
