// The labels of categories, levels and counts on screen (P-4).

const CATEGORIES: Record<string, string> = {
  software: 'Software',
  hardware: 'Hardware',
  business: 'Business',
  technology: 'Technology',
  design: 'Design',
  marketing: 'Marketing',
  development: 'Development',
  'data science': 'Data Science',
  'it & software': 'IT & Software',
  'personal-development': 'Personal Development',
};

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label of a stored category; one that is not in the map gets a capital letter. */
export function categoryLabel(category: string): string {
  return CATEGORIES[category] ?? capitalised(category);
}

/** 'Beginner' for 'beginner'. */
export function levelLabel(level: string): string {
  return capitalised(level);
}
