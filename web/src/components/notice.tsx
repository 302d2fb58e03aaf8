import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from './states';

interface NoticeProps {
  title: string;
  text?: string;
  /** Target of the button; `action` is its label. */
  to: string;
  action: string;
  seed?: string;
  /** `closed`: the viewer may know of it, but not see it. */
  kind?: 'missing' | 'closed';
  /** Name in the browser's tab, where the notice is the whole page. */
  tab?: string | undefined;
  /** Announces it: what was shown before has just gone. */
  isNews?: boolean;
}

/** A card in place of what cannot be shown, with the way onward. */
export function Notice({ title, text, to, action, kind = 'missing', tab, isNews = false, ...rest }: NoticeProps) {
  const { t } = useTranslation();
  const { seed = kind === 'closed' ? 'closed gate' : 'nowhere' } = rest;
  const button = (
    <Button component={Link} to={to} variant={kind === 'closed' ? 'default' : 'filled'}>
      {action}
    </Button>
  );
  return (
    <div className="card" role={isNews ? 'status' : undefined}>
      {tab && <title>{`${tab} · ${t('name')}`}</title>}
      <EmptyState titleAs={tab ? 'h1' : 'p'} title={title} {...(text && { text })} seed={seed} action={button} />
    </div>
  );
}
