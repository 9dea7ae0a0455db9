// The labels of categories, levels and counts on screen (P-4).
import { t } from '@lingui/core/macro';

const CATEGORIES: Record<string, string> = {
  software: t`Software`,
  hardware: t`Hardware`,
  business: t`Business`,
  technology: t`Technology`,
  design: t`Design`,
  marketing: t`Marketing`,
  development: t`Development`,
  'data science': t`Data Science`,
  'it & software': t`IT & Software`,
  'personal-development': t`Personal Development`,
};

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label of a stored category; one that is not in the map gets a capital letter. */
export function categoryLabel(category: string): string {
  return CATEGORIES[category] ?? capitalised(category);
}

const LEVELS: Record<string, string> = {
  beginner: t`Beginner`,
  intermediate: t`Intermediate`,
  advanced: t`Advanced`,
};

/** 'Beginner' for 'beginner'. */
export function levelLabel(level: string): string {
  return LEVELS[level] ?? capitalised(level);
}
