import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '@/components/cover';
import { Excerpt } from '@/components/excerpt';
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

/** One A4 page; on phones as wide as the screen. */
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

/** The poster's URL as a QR code and as text. */
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

/** Length from which a name is set in smaller type, so that it fits. */
const longName = 40;

/** Name of the society or title of the event. */
export function PosterName({ children: name, isCancelled = false }: { children: string; isCancelled?: boolean }) {
  return (
    <h1 className={css.name} data-long={name.length > longName || undefined} data-cancelled={isCancelled || undefined}>
      <Excerpt lines={4} className={css.letters}>
        {name}
      </Excerpt>
    </h1>
  );
}
