"""A WebKitGTK browser with one window for WebDriver that keeps its data in the folder named on its command line.

MiniBrowser forgets everything when it is automated, so that nothing could be found again after a restart.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]
context = WebKit2.WebContext.new_with_website_data_manager(
    WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
)
context.set_automation_allowed(True)


def create_web_view(_session):
    """Opens the window that WebDriver works with."""
    settings = WebKit2.Settings(enable_page_cache=True, enable_write_console_messages_to_stdout=True)
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        settings=settings,
        website_policies=WebKit2.WebsitePolicies(autoplay=WebKit2.AutoplayPolicy.ALLOW),
    )
    window = Gtk.Window(default_width=1280, default_height=800)
    window.add(view)
    window.show_all()
    return view


def automation_started(_context, session):
    """Says who it is, and answers the session's wish for a window."""
    info = WebKit2.ApplicationInfo()
    info.set_name("Groundwork tests")
    session.set_application_info(info)
    session.connect("create-web-view", create_web_view)


context.connect("automation-started", automation_started)
Gtk.main()
