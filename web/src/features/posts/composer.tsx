import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#models/contract/users';
import { AsyncCard } from '@/components/async-card';
import { lazyDialog } from '@/components/lazy-dialog';
import { useLazyOpen } from '@/lib/use-lazy-open';
import { useWide } from '@/lib/use-wide';
import css from './composer.module.css';
import { ComposerBar } from './composer-bar';
import { usePostableSocieties } from './use-postable-societies';

const loadForm = () => import('./composer-form');
const ComposerForm = lazy(loadForm);
const preloadForm = () => void loadForm().catch(() => {});
const loadSheet = () => import('./new-post-dialog');
const useSheet = lazyDialog(loadSheet);
const preloadSheet = () => void loadSheet().catch(() => {});

/** Opens the form, and returns the focus to the opening button when it closes. */
function useFormOpener() {
  const { isOpen, open, close } = useLazyOpen(loadForm);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, opener, open, close };
}

interface ComposerPartProps {
  me: User;
  societies: ReturnType<typeof usePostableSocieties>['societies'];
}

/** The bar becomes the form; cancelling closes it and clears the draft. */
function OpeningBar({ me, societies = [] }: ComposerPartProps) {
  const { isOpen, opener, open, close } = useFormOpener();
  const [photo, setPhoto] = useState<File>();
  const openWith = (chosen?: File) => {
    setPhoto(chosen);
    open();
  };
  const bar = <ComposerBar me={me} isDisabled={societies.length === 0} opener={opener} preload={preloadForm} onOpen={openWith} />;
  if (!isOpen) return bar;
  return (
    <Suspense fallback={bar}>
      <ComposerForm societies={societies} photo={photo} onDone={close} />
    </Suspense>
  );
}

/** The bar of phones, which opens the form as a sheet of full height. */
function SheetBar({ me, societies = [] }: ComposerPartProps) {
  const [photo, setPhoto] = useState<File>();
  const [sheet, open] = useSheet({ photo });
  const openWith = (chosen?: File) => {
    setPhoto(chosen);
    open();
  };
  return (
    <>
      <ComposerBar me={me} isDisabled={societies.length === 0} preload={preloadSheet} onOpen={openWith} />
      {sheet}
    </>
  );
}

/** The way to a new post, above the feed. */
export function Composer({ me }: { me: User }) {
  const { t } = useTranslation('posts');
  const isWide = useWide();
  const { query, societies } = usePostableSocieties();
  return (
    <section className={`card ${css.box}`} aria-label={t('composer.title')}>
      {isWide ? <OpeningBar me={me} societies={societies} /> : <SheetBar me={me} societies={societies} />}
      <AsyncCard query={query} data={societies} skeleton={null}>
        {(found) => found.length === 0 && <p className="small dim">{t('composer.none')}</p>}
      </AsyncCard>
    </section>
  );
}

/** The same form as a dialog, for one society. */
export const useComposerDialog = lazyDialog(() => import('./composer-dialog'));
