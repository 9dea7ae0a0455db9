let isUnderWay = false;

/**
 * True in the tab in which somebody is signing out: its guarded page gives way to the home page and not to the sign-in.
 * Home comes only then; drawn a moment earlier it would ask for pictures with a session that is gone.
 */
export const leaving = {
  isUnderWay: () => isUnderWay,
  begin: () => {
    isUnderWay = true;
  },
  end: () => {
    isUnderWay = false;
  },
};
