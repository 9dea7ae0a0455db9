import type { ComponentProps } from 'react';

/** A card. The caller sets the padding, so that pictures can reach the edge. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`rounded-lg border border-line bg-surface shadow-low ${className}`} {...rest} />;
}
