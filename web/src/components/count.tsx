import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LiveCount } from './live-count';

interface CountProps {
  /** Undefined as long as it is not known. */
  value: number | undefined;
  /** It was asked for and did not come. */
  isFailed?: boolean;
}

/** A number that was asked for: a placeholder until it is known, a dash where it did not come, never a 0 that nobody counted. */
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
