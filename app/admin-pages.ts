// The pages of administration by name, each loaded when it is opened.
import type { ComponentType } from 'react';

export const adminPages = {
  AdminPage: () => import('./admin/admin-page.tsx').then((room) => room.AdminPage),
  LearningAnalyticsPage: () =>
    import('./admin/analytics/learning-analytics-page.tsx').then((room) => room.LearningAnalyticsPage),
  QuizAnalyticsPage: () => import('./admin/analytics/quiz-analytics-page.tsx').then((room) => room.QuizAnalyticsPage),
  OrganizationQuizPage: () =>
    import('./admin/analytics/organization-quiz-page.tsx').then((room) => room.OrganizationQuizPage),
  AdminCoursesPage: () => import('./admin/courses/courses-page.tsx').then((room) => room.AdminCoursesPage),
  AdminCoursePage: () => import('./admin/course-page.tsx').then((room) => room.AdminCoursePage),
  WritingPage: () => import('./admin/writing/writing-page.tsx').then((room) => room.WritingPage),
  CreateCoursePage: () => import('./admin/courses/create-course-page.tsx').then((room) => room.CreateCoursePage),
  OrganizationsPage: () =>
    import('./admin/organizations/organizations-page.tsx').then((room) => room.OrganizationsPage),
  OrganizationPage: () => import('./admin/organizations/organization-page.tsx').then((room) => room.OrganizationPage),
  UsersPage: () => import('./admin/users/users-page.tsx').then((room) => room.UsersPage),
  EnterprisePage: () => import('./admin/enterprise/enterprise-page.tsx').then((room) => room.EnterprisePage),
  VideosPage: () => import('./admin/videos/videos-page.tsx').then((room) => room.VideosPage),
  AuditLogPage: () => import('./admin/audit/audit-log-page.tsx').then((room) => room.AuditLogPage),
} satisfies Record<string, () => Promise<ComponentType>>;
