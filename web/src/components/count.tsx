import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LiveCount } from './live-count';

interface CountProps {
  /** Undefined until loaded. */
  value: number | undefined;
  /** Whether loading has failed. */
  isFailed?: boolean;
}

/** A loaded number: a placeholder until it is there, a dash if loading failed, never a made-up 0. */
export function Count({ value, isFailed = false }: CountProps) {
  const { t } = useTranslation();
  if (value !== undefined) return <LiveCount value={value} />;
  return (
    <>
      <span className="vh">{t(isFailed ? 'error.title' : 'loading')}</span>
      {isFailed ? (
        <span aria-hidden="true">–</span>
      ) : (
        <Skeleton component="span" display="inline-block" height="0.8em" width="2ch" aria-hidden="true" />
      )}
    </>
  );
}
