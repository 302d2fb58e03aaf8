import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#models/contract/users';
import { PersonAvatar } from '@/components/person-avatar';
import { ErrorLine } from '@/components/states';
import { useHasDraft } from '@/lib/drafts';
import { useLazyOpen } from '@/lib/use-lazy-open';
import css from './composer.module.css';
import type { SocietyOption } from './composer-form';
import { postDraft } from './post-draft';
import { usePostableSocieties } from './use-postable-societies';

const loadForm = () => import('./composer-form');
const ComposerForm = lazy(loadForm);
const ComposerDialog = lazy(() => import('./composer-dialog'));

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

/** Box with a prompt that opens into the form; cancelling closes it and clears the draft. */
export function Composer({ me }: { me: User }) {
  const { t } = useTranslation('posts');
  const { isOpen, opener, open, close } = useFormOpener();
  const { targets, isLoading, isFailed, retry } = usePostableSocieties();
  const hasDraft = useHasDraft(postDraft());
  const none = !isLoading && !isFailed && targets.length === 0;
  const prompt = (below?: ReactNode) => (
    <>
      <div className="row">
        <PersonAvatar id={me.ID} name={me.Name} image={me.Image} size={40} />
        <button
          ref={opener}
          type="button"
          className={css.prompt}
          disabled={targets.length === 0}
          onPointerEnter={() => void loadForm().catch(() => {})}
          onClick={open}
        >
          {t(hasDraft ? 'composer.continue' : 'composer.prompt')}
        </button>
      </div>
      {below}
    </>
  );
  return (
    <section className={`card ${css.box}`} aria-label={t('composer.title')}>
      {isOpen ? (
        <Suspense fallback={prompt()}>
          <ComposerForm societies={targets} onDone={close} />
        </Suspense>
      ) : (
        prompt(isFailed ? <ErrorLine onRetry={retry} /> : none && <p className="small dim">{t('composer.none')}</p>)
      )}
    </section>
  );
}

/** The same form as a dialog, for one society. */
export function ComposerModal({ society, isOpen, onClose }: { society: SocietyOption; isOpen: boolean; onClose: () => void }) {
  return <Suspense>{isOpen && <ComposerDialog society={society} onClose={onClose} />}</Suspense>;
}
