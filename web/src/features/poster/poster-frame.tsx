import { Button } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LanguageSwitch } from '@/components/preferences';
import css from './poster.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

interface PosterFrameProps {
  back: string;
  /** Path of the poster's subject, for the back link. */
  path: string;
  /** Whether a poster is loaded. */
  isPrintable: boolean;
  children: ReactNode;
}

/** Page of a poster outside the shell, with a bar that is not printed. */
export function PosterFrame({ back, path, isPrintable, children }: PosterFrameProps) {
  const { t } = useTranslation('poster');
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <Link to={path} className="link row tap">
          <IconArrowLeft {...icon} className="flip" />
          {back}
        </Link>
        <span className={css.tools}>
          <LanguageSwitch />
          {/* Has its room before the poster has come, so that the bar keeps its lines. */}
          <Button
            leftSection={<IconPrinter {...icon} />}
            onClick={() => window.print()}
            style={isPrintable ? {} : { visibility: 'hidden' }}
          >
            {t('print')}
          </Button>
        </span>
      </header>
      <main className={css.main}>{children}</main>
    </div>
  );
}
