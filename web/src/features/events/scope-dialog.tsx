import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form-dialog';
import type { ShownEvent } from './events.store';
import { ScopeField } from './scope-field';
import type { Scope } from './series-scope';

interface ScopeDialogProps {
  meetings: readonly ShownEvent[];
  /** The meeting that is being changed. */
  named: string;
  /** Called with the chosen scope, or with null if the dialog was closed. */
  answer: (scope: Scope | null) => void;
}

/** Asks which meetings of a series a change reaches. */
export default function ScopeDialog({ meetings, named, answer }: ScopeDialogProps) {
  const { t } = useTranslation(['event', 'event-form']);
  const [scope, setScope] = useState<Scope>('one');
  const save = t('event-form:edit.submit');
  return (
    <FormDialog
      title={t('event:series.scope.title')}
      action={save}
      busyLabel={save}
      isBusy={false}
      isFirst
      onSubmit={() => answer(scope)}
      onClose={() => answer(null)}
    >
      <ScopeField meetings={meetings} named={named} value={scope} onChange={setScope} />
      <p className="small soft">{t('event:series.scope.moves')}</p>
    </FormDialog>
  );
}
