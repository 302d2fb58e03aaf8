import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyOptional } from '@/lib/lazy-optional';
import css from './composer.module.css';
import type { PlanProps } from './plan-fields';

const PlanFields = lazyOptional(() => import('./plan-fields'), { areas: ['drafts'] });

/** A button that opens the fields to save the post as a draft on the server, or to schedule it. */
export function ComposerPlan(props: PlanProps) {
  const { t } = useTranslation('posts');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PlanFields {...props} />;
  return (
    <Button variant="subtle" size="compact-sm" className={css.later ?? ''} onClick={() => setOpen(true)}>
      {t('plan.open')}
    </Button>
  );
}
