/** Whether this page is read from the right: keys and swipes along the line then go the other way. Its places are logical classes. */
export const isFromRight = (): boolean => document.documentElement.dir === 'rtl';

export const direction = (): 'ltr' | 'rtl' => (isFromRight() ? 'rtl' : 'ltr');
