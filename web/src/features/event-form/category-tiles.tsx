import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { eventCategories } from '#models/contract/event-choices';
import { useEventCategoryName } from '@/components/event-names';
import { categoryIcons } from './category-icons';
import css from './event-form.module.css';

function Tile({ category }: { category: (typeof eventCategories)[number] }) {
  const categoryName = useEventCategoryName();
  const Icon = categoryIcons[category];
  return (
    <span className={css.tile}>
      <Icon size={22} stroke={1.75} className={css.tileIcon ?? ''} aria-hidden="true" />
      <span className="small">{categoryName(category)}</span>
    </span>
  );
}

/** Radio tiles of the event categories, each with its icon. */
export function CategoryTiles({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string | undefined;
  onChange: (category: string) => void;
}) {
  const { t } = useTranslation('event-form');
  const id = useId();
  return (
    <fieldset className={css.categories}>
      <legend className={css.label}>
        {t('field.category')} <RequiredMark />
      </legend>
      <div className={css.tiles}>
        {eventCategories.map((category) => (
          <label key={category}>
            <input
              type="radio"
              className={css.radio}
              name="category"
              value={category}
              checked={category === value}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              onChange={() => onChange(category)}
            />
            <Tile category={category} />
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={`${css.error} small`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

const RequiredMark = () => (
  <span className={css.needed} aria-hidden="true">
    *
  </span>
);
