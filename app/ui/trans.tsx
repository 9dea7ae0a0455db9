import type { MessageDescriptor } from '@lingui/core';
import { TransNoContext } from '@lingui/react/server';
import type { ComponentProps } from 'react';
import { i18n } from './language.ts';

type Props = MessageDescriptor & Pick<ComponentProps<typeof TransNoContext>, 'components'>;

/** What the macro of the same name becomes: a sentence with elements in it. The page has one language, so it needs no context. */
export const Trans = (props: Props) => <TransNoContext {...props} lingui={{ i18n }} />;
