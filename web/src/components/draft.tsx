import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dropDraft, hasDraft } from '@/lib/drafts';
import { i18n } from '@/lib/i18n';
import { confirm, isAsking } from './confirm';
import css from './draft.module.css';

interface DraftNoteProps {
  isShown: boolean;
  /** What is not kept of such a form, if anything. */
  missing?: string;
  onStartOver: () => void;
}

/** Says quietly that a form begins with what was typed before, and offers an empty one. */
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

/** Asks before what was typed is thrown away; without anything typed there is nothing to ask. */
export async function mayDiscard(isDirty: boolean, title: string = i18n.t('draft.title', { ns: 'common' })): Promise<boolean> {
  if (!isDirty) return true;
  if (isAsking()) return false;
  const t = i18n.getFixedT(null, 'common');
  return confirm({ title, text: t('draft.text'), action: t('draft.discard'), stay: t('draft.keep'), danger: true });
}

/** Closes a form that stands in a dialog: asks where something was typed, and then forgets it. */
export async function closeDrafted(name: string, close: () => void): Promise<void> {
  if (!(await mayDiscard(hasDraft(name)))) return;
  dropDraft(name);
  close();
}
