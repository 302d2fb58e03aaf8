import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pins } from '#models/contract/limits';
import type { Post } from '#models/contract/posts';
import { NativeSelect } from '@/components/fields';
import { FormDialog } from '@/components/form-dialog';
import { formatNumber } from '@/lib/format';
import { useAction } from '@/sync/mutations';
import { pin } from './pin-post';

const choices = [1, 3, 7, 14, 30, pins.days];
const usual = 7;

/** Dialog to choose for how long a post is pinned. */
export default function PinDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useTranslation('posts');
  const [days, setDays] = useState(usual);
  const { run, isBusy } = useAction(() => pin(post.ID, days));
  const save = async () => {
    if (await run()) onClose();
  };
  return (
    <FormDialog
      title={t('pin.title')}
      action={t('pin.save')}
      busyLabel={t('pin.saving')}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p className="small soft">{t('pin.text')}</p>
      <NativeSelect label={t('pin.for')} value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {choices.map((each) => (
          <option key={each} value={each}>
            {t('pin.days', { count: each, n: formatNumber(each) })}
          </option>
        ))}
      </NativeSelect>
    </FormDialog>
  );
}
