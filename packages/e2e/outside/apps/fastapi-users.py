import os
import sys
import uuid
from contextlib import asynccontextmanager
from email.message import EmailMessage

import aiosmtplib
import uvicorn
from fastapi import Depends, FastAPI
from fastapi_users import BaseUserManager, FastAPIUsers, UUIDIDMixin, schemas
from fastapi_users.authentication import AuthenticationBackend, CookieTransport, JWTStrategy
from fastapi_users.db import SQLAlchemyBaseUserTableUUID, SQLAlchemyUserDatabase
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase

SECRET = "not-so-secret-but-as-long-as-it-is-asked-to-be"
PORT = int(sys.argv[1])


class Base(DeclarativeBase):
    pass


class User(SQLAlchemyBaseUserTableUUID, Base):
    pass


engine = create_async_engine(f"sqlite+aiosqlite:///{os.path.join(sys.argv[2], 'app.sqlite')}")
open_session = async_sessionmaker(engine, expire_on_commit=False)


async def mail(user, subject, path, token):
    message = EmailMessage()
    message["From"] = "hello@shop.example"
    message["To"] = user.email
    message["Subject"] = subject
    message.set_content(f"Hello,\n\nplease go on here:\nhttp://127.0.0.1:{PORT}{path}?token={token}\n")
    await aiosmtplib.send(message, hostname=os.environ["SMTP_HOST"], port=int(os.environ["SMTP_PORT"]))


class Users(UUIDIDMixin, BaseUserManager[User, uuid.UUID]):
    reset_password_token_secret = SECRET
    verification_token_secret = SECRET

    async def on_after_register(self, user, request=None):
        await self.request_verify(user, request)

    async def on_after_request_verify(self, user, token, request=None):
        await mail(user, "Confirm your address", "/confirm", token)

    async def on_after_forgot_password(self, user, token, request=None):
        await mail(user, "Choose a new password", "/new-password", token)


async def get_users():
    async with open_session() as session:
        yield Users(SQLAlchemyUserDatabase(session, User))


cookies = AuthenticationBackend(
    name="cookie",
    transport=CookieTransport(cookie_secure=False),
    get_strategy=lambda: JWTStrategy(secret=SECRET, lifetime_seconds=3600),
)
users = FastAPIUsers[User, uuid.UUID](get_users, [cookies])


@asynccontextmanager
async def begin(_app):
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    yield


app = FastAPI(lifespan=begin)
app.include_router(users.get_register_router(schemas.BaseUser[uuid.UUID], schemas.BaseUserCreate))
app.include_router(users.get_verify_router(schemas.BaseUser[uuid.UUID]))
app.include_router(users.get_reset_password_router())


@app.get("/")
def home():
    return "here"


@app.get("/confirm")
async def confirm(token: str, manager: Users = Depends(get_users)):
    user = await manager.verify(token)
    return {"email": user.email, "is_verified": user.is_verified}


uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="warning")
