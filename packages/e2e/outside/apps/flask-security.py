import os
import sys

from flask import Flask, jsonify
from flask_mailman import Mail
from flask_security import Security, SQLAlchemyUserDatastore, auth_required, current_user
from flask_security.models import fsqla_v3
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
app.config.update(
    SECRET_KEY="not-so-secret",
    SECURITY_PASSWORD_SALT="not-so-secret",
    SQLALCHEMY_DATABASE_URI="sqlite://",
    WTF_CSRF_ENABLED=False,
    MAIL_SERVER=os.environ["SMTP_HOST"],
    MAIL_PORT=int(os.environ["SMTP_PORT"]),
    # It asks DNS whether the domain takes mail; a test server's name stands in none.
    SECURITY_EMAIL_VALIDATOR_ARGS={"check_deliverability": False},
    SECURITY_REGISTERABLE=True,
    SECURITY_CONFIRMABLE=True,
    SECURITY_RECOVERABLE=True,
    SECURITY_PASSWORDLESS=True,
)
db = SQLAlchemy(app)
fsqla_v3.FsModels.set_db_info(db)


class Role(db.Model, fsqla_v3.FsRoleMixin):
    pass


class User(db.Model, fsqla_v3.FsUserMixin):
    pass


Mail(app)
app.security = Security(app, SQLAlchemyUserDatastore(db, User, Role))
with app.app_context():
    db.create_all()


@app.get("/")
def home():
    return "here"


@app.get("/who")
@auth_required("session")
def who():
    return jsonify(email=current_user.email)


app.run("127.0.0.1", int(sys.argv[1]))
