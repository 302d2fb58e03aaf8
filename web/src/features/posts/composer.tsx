import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#models/contract/users';
import { PersonAvatar } from '@/components/person-avatar';
import css from './composer.module.css';
import { type Target, useTargets } from './use-targets';

const ComposerForm = lazy(() => import('./composer-form'));
const ComposerDialog = lazy(() => import('./composer-dialog'));

/** The create-post box: a prompt, that opens into the form; cancelling folds it and clears what was written. */
export function Composer({ me }: { me: User }) {
  const { t } = useTranslation('posts');
  const [isOpen, setOpen] = useState(false);
  const { targets, isLoading } = useTargets();
  const none = !isLoading && targets.length === 0;
  return (
    <section className={`card ${css.box}`} aria-label={t('composer.title')}>
      {isOpen && !none ? (
        <Suspense>
          <ComposerForm societies={targets} onDone={() => setOpen(false)} />
        </Suspense>
      ) : (
        <div className="row">
          <PersonAvatar id={me.ID} name={me.Name} image={me.Image} size={40} />
          <button type="button" className={css.prompt} disabled={isLoading || none} onClick={() => setOpen(true)}>
            {t('composer.prompt')}
          </button>
        </div>
      )}
      {none && <p className="small dim">{t('composer.none')}</p>}
    </section>
  );
}

/** The same form as a dialog, for the society whose page it stands on. */
export function ComposerModal({ society, isOpen, onClose }: { society: Target; isOpen: boolean; onClose: () => void }) {
  return <Suspense>{isOpen && <ComposerDialog society={society} onClose={onClose} />}</Suspense>;
}
