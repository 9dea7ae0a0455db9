// In place of the package 'linkify-it' in the build for browsers: lesson-text.ts finds bare addresses (vite.config.ts).
export class LinkifyIt {}
