import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '@/components/fields';
import { today } from '@/lib/format';
import css from './members.module.css';
import type { Successor } from './role-terms.store';
import { Successors } from './successors';

/** Values of the dialog about the end of a role; '' for no last day. */
export interface TermValues {
  until: string;
  successor: Successor | null;
}

interface TermFieldsProps {
  societyId: string;
  /** Holder of the role, who cannot follow themselves. */
  holderId: string;
  values: TermValues;
  /** Errors by field of the call. */
  errors: Readonly<Record<string, string>>;
  /** The role is an admin's, which can pass to a successor. */
  canPass: boolean;
  onChange: (change: Partial<TermValues>) => void;
}

/** Lets Enter in the search for a successor only search: it does not save the dialog. */
const searchOnly = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search') event.preventDefault();
};

/** The successor of an admin: who it is, and the members to choose from. */
function SuccessorField({ societyId, holderId, values: { successor }, errors, onChange }: TermFieldsProps) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <fieldset className={css.successor} onKeyDown={searchOnly}>
      <legend className="small">{t('members:term.successor')}</legend>
      <p className="small soft" aria-live="polite">
        {successor ? t('members:term.follows', { name: successor.Name || t('common:unknownUser') }) : t('members:term.nobodyFollows')}
      </p>
      {successor && (
        <Button variant="default" size="compact-md" className={css.clear ?? ''} onClick={() => onChange({ successor: null })}>
          {t('members:term.clear')}
        </Button>
      )}
      {errors.successor_id && (
        <p role="alert" className={`${css.problem} small`}>
          {errors.successor_id}
        </p>
      )}
      <Successors
        societyId={societyId}
        except={holderId}
        chosen={successor}
        onChoose={(member) => onChange({ successor: member && { ID: member.ID, Name: member.Name, Photo: member.Photo } })}
      />
    </fieldset>
  );
}

/** Last day of a role and, for an admin's, the successor. */
export function TermFields(props: TermFieldsProps) {
  const { t } = useTranslation('members');
  const { values, errors, canPass, onChange } = props;
  return (
    <>
      <TextInput
        type="date"
        label={t('term.until')}
        description={t(canPass ? 'term.helpAdmin' : 'term.help')}
        min={today()}
        value={values.until}
        error={errors.until}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
      {canPass && values.until !== '' && <SuccessorField {...props} />}
    </>
  );
}
