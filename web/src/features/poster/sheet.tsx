import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '@/components/cover';
import { Logo } from '@/components/logo';
import { Paper } from '@/components/paper';
import QrCode from '@/components/qr-code';
import { addressOf } from '@/lib/share';
import css from './poster.module.css';

interface SheetProps {
  title: string;
  seed: string;
  category: string;
  image: string;
  children: ReactNode;
}

/** One page of A4, and as wide as a phone where it is looked at on one. */
export function Sheet({ title, seed, category, image, children }: SheetProps) {
  const { t } = useTranslation(['poster', 'common']);
  return (
    <Paper className={css.frame}>
      <title>{`${t('poster:title')} · ${title} · ${t('common:name')}`}</title>
      <article className={css.sheet}>
        <Cover seed={seed} category={category} image={image} width={1120} height={760} className={css.band ?? ''} />
        {children}
      </article>
    </Paper>
  );
}

/** Where the poster leads: as a figure for a camera, and in words for who has none. */
export function Scan({ path, call }: { path: string; call: string }) {
  const { t } = useTranslation('poster');
  const address = addressOf(path);
  const words = address.replace(/^https?:\/\//, '');
  return (
    <footer className={css.scan}>
      <QrCode text={address} label={t('code', { address: words })} className={css.qr} />
      <div className={css.call}>
        <p className={css.callWords}>{call}</p>
        <p className={css.address} dir="ltr">
          {words.split(/(?<=\/)/).map((part) => (
            <Fragment key={part}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </p>
        <Logo />
      </div>
    </footer>
  );
}

/** A name or title of this length stands in smaller letters, so that all of it fits. */
const long = 40;

/** What the poster is of. */
export function PosterName({ children: name, isCancelled = false }: { children: string; isCancelled?: boolean }) {
  return (
    <h1 className={css.name} data-long={name.length > long || undefined} data-cancelled={isCancelled || undefined}>
      <bdi>{name}</bdi>
    </h1>
  );
}
