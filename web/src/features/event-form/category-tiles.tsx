import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { coverSvg } from '#models/art/cover';
import { eventCategories } from '#models/contract/events';
import { Picture } from '@/components/art/picture';
import { useEventCategoryName } from '@/components/event-names';
import css from './event-form.module.css';

function Tile({ category }: { category: string }) {
  const categoryName = useEventCategoryName();
  const svg = useMemo(() => coverSvg({ seed: category, category, width: 64, height: 64, kind: 'tile' }), [category]);
  return (
    <span className={css.tile}>
      <Picture svg={svg} className={css.tileArt} />
      <span className="small">{categoryName(category)}</span>
    </span>
  );
}

/** Radio tiles of the event categories, each with its pattern. */
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
