import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { Link } from './router.ts';

type Look = {
  /** 'primary' for the main action of a page, 'next' for the one that leads on from what is completed. */
  variant?: 'primary' | 'next' | 'secondary' | 'quiet' | 'destructive';
  /** 'big' is 56 px high, for the one main action. */
  size?: 'normal' | 'big';
  /** Before the label; a button without a label needs an `aria-label`. */
  icon?: LucideIcon | undefined;
  className?: string;
  children?: ReactNode;
};

type AsButton = Look & Omit<ComponentProps<'button'>, keyof Look> & { to?: undefined };
type AsLink = Look & Omit<ComponentProps<typeof Link>, keyof Look>;

const VARIANTS = {
  primary: 'border border-transparent bg-accent text-accent-ink hover:bg-accent-strong',
  next: 'border border-transparent bg-complete text-complete-ink hover:bg-complete/85',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken outdoor:border-2',
  quiet: 'text-accent-text hover:bg-accent-soft',
  destructive: 'border border-transparent bg-danger text-danger-ink hover:bg-danger-strong',
};

const SIZES = {
  normal: 'min-h-touch min-w-touch px-4 text-base',
  big: 'min-h-action min-w-action px-4 text-lg',
};

/** Faded text cannot be read in sunlight. */
const DISABLED_OUTDOORS = 'outdoor:disabled:bg-sunken outdoor:disabled:text-ink-soft outdoor:disabled:opacity-100';

/** A button, or with `to` a link that looks like one. Both are at least 48 px in either direction. */
export function Button(props: AsButton | AsLink) {
  const { variant = 'primary', size = 'normal', className = '', icon: Icon, children: label, ...rest } = props;
  const look = `inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold transition-colors [&>svg]:shrink-0 disabled:cursor-not-allowed disabled:opacity-55 ${DISABLED_OUTDOORS} ${VARIANTS[variant]} ${SIZES[size]} ${className}`;
  const children = (
    <>
      {Icon && <Icon aria-hidden className="size-5" />}
      {label}
    </>
  );
  if (rest.to !== undefined) return <Link className={look} {...{ ...rest, children }} />;
  return <PlainButton className={look} {...{ ...rest, children }} />;
}

/** Takes the focus back when it is enabled again, and is no narrower while it works: a second click must not meet another. */
function PlainButton({ ref, onClick, ...rest }: ComponentProps<'button'>) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const pressedWidth = useRef('');
  useImperativeHandle(ref, () => button.current as HTMLButtonElement);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    // Some browsers take the focus away at once, others when they draw the page again.
    if (rest.disabled) hadFocus.current ||= activeElement === button.current;
    else {
      if (hadFocus.current && (activeElement ?? body) === body) button.current?.focus({ preventScroll: true });
      hadFocus.current = false;
      pressedWidth.current = '';
    }
    if (button.current) button.current.style.minWidth = pressedWidth.current;
  }, [rest.disabled]);
  return (
    <button
      type="button"
      ref={button}
      onClick={(event) => {
        pressedWidth.current = `${event.currentTarget.offsetWidth}px`;
        hadFocus.current = document.activeElement === event.currentTarget;
        onClick?.(event);
      }}
      {...rest}
    />
  );
}

/** A round icon in a bar: a button, or with `to` a link. */
export function RoundButton({ icon: Icon, className = '', ...rest }: (AsButton | AsLink) & { icon: LucideIcon }) {
  const look = `inline-flex size-12 shrink-0 items-center justify-center rounded-full hover:bg-sunken ${className}`;
  const children = <Icon aria-hidden className="size-6" />;
  if (rest.to !== undefined) return <Link className={look} {...{ ...rest, children }} />;
  return <button type="button" className={look} {...{ ...rest, children }} />;
}

/** A quiet button that is an icon alone, beside others in a row. */
export const IconButton = (props: AsButton | AsLink) => <Button variant="quiet" className="px-3!" {...props} />;
