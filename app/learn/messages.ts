// The labels of categories, levels and counts on screen (decisions 4).

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

/** The objectives of a course whose author has named none (decisions 7). */
export const GENERAL_GOALS: readonly string[] = [
  'Understand the essentials step by step',
  'Practise with short lessons made for real work',
  'Check what you know with quizzes along the way',
  'Apply it on the job from the first day',
];
