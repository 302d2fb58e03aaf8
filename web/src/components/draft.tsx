import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dropDraft, hasDraft } from '@/lib/drafts';
import { i18n } from '@/lib/i18n';
import { confirm, isAsking } from './confirm';
import css from './draft.module.css';

interface DraftNoteProps {
  isShown: boolean;
  /** Names the fields that drafts leave out, if any. */
  missing?: string;
  onStartOver: () => void;
}

/** Notes that a form was restored from a draft, and offers to start over. */
export function DraftNote({ isShown, missing, onStartOver }: DraftNoteProps) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {isShown && (
        <p className={`${css.note} small`}>
          <IconHistory size={18} stroke={1.75} aria-hidden="true" />
          <span className="grow">
            {t('draft.restored')} {missing}
          </span>
          <Button variant="subtle" size="compact-sm" onClick={onStartOver}>
            {t('draft.startOver')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Confirms that typed input may be discarded; true at once if there is none. */
export async function mayDiscard(isDirty: boolean, title: string = i18n.t('draft.title', { ns: 'common' })): Promise<boolean> {
  if (!isDirty) return true;
  if (isAsking()) return false;
  const t = i18n.getFixedT(null, 'common');
  return confirm({ title, text: t('draft.text'), action: t('draft.discard'), stay: t('draft.keep'), danger: true });
}

/** Closes a form in a dialog: asks first if there is a draft, then deletes it. */
export async function closeDrafted(name: string, close: () => void): Promise<void> {
  if (!(await mayDiscard(hasDraft(name)))) return;
  dropDraft(name);
  close();
}
