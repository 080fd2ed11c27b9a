import os
import sys

import django
from django.conf import settings

settings.configure(
    EMAIL_HOST=os.environ["SMTP_HOST"],
    EMAIL_PORT=int(os.environ["SMTP_PORT"]),
    SECRET_KEY="not-so-secret",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(sys.argv[2], "app.sqlite")}},
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "allauth",
        "allauth.account",
        "allauth.headless",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
        }
    ],
    AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    ACCOUNT_LOGIN_METHODS={"email"},
    ACCOUNT_SIGNUP_FIELDS=["email*", "password1*"],
    ACCOUNT_EMAIL_VERIFICATION="mandatory",
    ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED=True,
    ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED=True,
    ACCOUNT_LOGIN_BY_CODE_ENABLED=True,
    ACCOUNT_RATE_LIMITS=False,
    HEADLESS_ONLY=True,
    HEADLESS_FRONTEND_URLS={},
)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.urls import include, path  # noqa: E402

urlpatterns = [path("_allauth/", include("allauth.headless.urls")), path("accounts/", include("allauth.urls"))]
call_command("migrate", verbosity=0)
call_command("runserver", f"127.0.0.1:{sys.argv[1]}", "--noreload")
