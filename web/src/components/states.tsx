import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coverSvg } from '#models/art/cover';
import { useIsOffline } from '@/lib/reachability';
import { Picture } from './art/picture';
import css from './states.module.css';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** One action at most. */
  action?: ReactNode;
  seed?: string;
  /** h1 where the state is the whole page. */
  titleAs?: 'h1' | 'p';
}

/** Empty state: a picture, one line, one action. */
export function EmptyState({ title, text, action, seed = 'empty', titleAs: Title = 'p' }: EmptyStateProps) {
  const svg = useMemo(() => coverSvg({ seed, category: 'Meetup', width: 150, height: 92 }), [seed]);
  return (
    <div className={css.state}>
      <Picture svg={svg} className={css.arch} />
      <Title className="h3">{title}</Title>
      {text && <p className="small soft">{text}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  text?: string;
  titleAs?: 'h1' | 'p';
  onRetry?: () => void;
}

/** Error with a retry in place of the content. Offline it says that the content will load later by itself. */
export function ErrorState({ title, text, onRetry, titleAs: Title = 'p' }: ErrorStateProps) {
  const { t } = useTranslation();
  const isOffline = useIsOffline();
  const Icon = isOffline ? IconWifiOff : IconAlertTriangle;
  return (
    <div className={css.state} role="alert">
      <span className={css.warning}>
        <Icon size={24} stroke={1.75} aria-hidden="true" />
      </span>
      <Title className="h3">{title ?? t(isOffline ? 'offline.title' : 'error.title')}</Title>
      <p className="small soft">{text ?? t(isOffline ? 'offline.part' : 'error.hint')}</p>
      {onRetry && (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  );
}

/** `ErrorState` in one line, for side cards and under lists. */
export function ErrorLine({ title, onRetry }: { title?: string; onRetry: () => void }) {
  const { t } = useTranslation();
  const isOffline = useIsOffline();
  const Icon = isOffline ? IconWifiOff : IconAlertTriangle;
  return (
    <div className={css.line} role="alert">
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className="small grow">{title ?? t(isOffline ? 'offline.line' : 'error.title')}</span>
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}

/** Shows its content after a delay, so fast loading shows no placeholder. */
export function Delayed({ children, by = 150 }: { children: ReactNode; by?: number }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), by);
    return () => clearTimeout(timer);
  }, [by]);
  return due ? children : <div style={{ visibility: 'hidden' }}>{children}</div>;
}
