import type { InputHTMLAttributes } from 'react';
import css from './radio-tile.module.css';

interface RadioTileProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  /** Class of the tile: how it lays its content out. */
  className?: string | undefined;
}

/** A choice of several as a tile; its content is its name unless it has an `aria-label`. */
export function RadioTile({ className = '', children, ...input }: RadioTileProps) {
  return (
    <label className={css.option}>
      <input type="radio" className={css.radio} {...input} />
      <span className={`${css.tile} ${className}`} aria-hidden={input['aria-label'] === undefined ? undefined : true}>
        {children}
      </span>
    </label>
  );
}
