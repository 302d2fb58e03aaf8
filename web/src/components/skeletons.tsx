import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './skeletons.module.css';
import { Delayed } from './states';

/** Placeholder of a post card. */
export function PostSkeleton() {
  return (
    <div className={`card ${css.post}`}>
      <div className="row">
        <Skeleton circle height={44} />
        <span className={css.lines}>
          <Skeleton height={11} width={110} />
          <Skeleton height={9} width={72} />
        </span>
      </div>
      <Skeleton height={11} />
      <Skeleton height={11} width="92%" />
      <Skeleton height={11} width="60%" />
      <div className="row">
        <Skeleton height={38} width={82} radius="xl" />
        <Skeleton height={38} width={74} radius="xl" />
      </div>
    </div>
  );
}

/** Placeholder rows of a side card or list. */
export function RowSkeletons({ rows = 3, className }: { rows?: number; className?: string | undefined }) {
  return (
    <Placeholder className={className}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className="row">
          <Skeleton circle height={36} />
          <span className={css.lines}>
            <Skeleton height={10} width="80%" />
            <Skeleton height={8} width="45%" />
          </span>
        </div>
      ))}
    </Placeholder>
  );
}

/** Marks the placeholders of a first answer: content below them in a `steady` stack is hidden until it has come. */
export const Waiting = ({ children }: { children?: ReactNode }) => (
  <div data-waiting="" className={css.waiting}>
    {children}
  </div>
);

/** Wraps placeholders: announced once as loading, shown only after a moment. */
export function Placeholder({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className={className}>
      <Delayed>
        <div className="stack" aria-hidden="true">
          {children}
        </div>
      </Delayed>
    </div>
  );
}
