import { Button, Skeleton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { AsVisitor } from '@/lib/session';
import { type SeenAs, seenAs } from './seen-as';
import css from './seen-as-page.module.css';

interface SeenAsPageProps {
  society: Society;
  as: SeenAs;
  /** Shown if the other person could not see the society. */
  missing: ReactNode;
  children: (society: Society) => ReactNode;
}

/** Read-only preview of a society's page as a visitor or member sees it. */
export default function SeenAsPage({ society, as, missing, children }: SeenAsPageProps) {
  const { t } = useTranslation('society');
  const [, setParams] = useSearchParams();
  const back = () =>
    setParams((old) => {
      old.delete('as');
      return old;
    });
  const shown = seenAs(society, as);
  const page = shown ? children(shown) : missing;
  return (
    <>
      <div className={css.bar} role="status">
        <IconEye size={20} stroke={1.75} aria-hidden="true" />
        <span className="grow">{t(`seenAs.${as}`)}</span>
        <Button size="sm" variant="default" onClick={back}>
          {t('seenAs.back')}
        </Button>
      </div>
      {/* Wait for the society's settings, which arrive after the role: the preview depends on them. */}
      {society.Privacy ? <AsVisitor value={as === 'visitor'}>{page}</AsVisitor> : <Skeleton height={320} radius={20} />}
    </>
  );
}
