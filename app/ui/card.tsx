import type { ComponentProps } from 'react';

/** A surface that holds things that belong together. Padding is the caller's, so that pictures may reach the edge. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`rounded-lg border border-line bg-surface shadow-low ${className}`} {...rest} />;
}
