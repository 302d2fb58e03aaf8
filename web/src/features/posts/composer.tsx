import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#models/contract/users';
import { AsyncCard } from '@/components/async-card';
import { lazyDialog } from '@/components/lazy-dialog';
import { PersonAvatar } from '@/components/person-avatar';
import { useHasDraft } from '@/lib/drafts';
import { useLazyOpen } from '@/lib/use-lazy-open';
import css from './composer.module.css';
import { postDraft } from './post-draft';
import { usePostableSocieties } from './use-postable-societies';

const loadForm = () => import('./composer-form');
const ComposerForm = lazy(loadForm);

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
  const { query, societies } = usePostableSocieties();
  const hasDraft = useHasDraft(postDraft());
  const prompt = (below?: ReactNode) => (
    <>
      <div className="row">
        <PersonAvatar id={me.ID} name={me.Name} image={me.Image} size={40} />
        <button
          ref={opener}
          type="button"
          className={css.prompt}
          disabled={!societies?.length}
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
          <ComposerForm societies={societies ?? []} onDone={close} />
        </Suspense>
      ) : (
        prompt(
          <AsyncCard query={query} data={societies} skeleton={null}>
            {(found) => found.length === 0 && <p className="small dim">{t('composer.none')}</p>}
          </AsyncCard>,
        )
      )}
    </section>
  );
}

/** The same form as a dialog, for one society. */
export const useComposerDialog = lazyDialog(() => import('./composer-dialog'));
